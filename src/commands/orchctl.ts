#!/usr/bin/env node
import { runOrchctl } from './orchctl/main.ts';

runOrchctl();
