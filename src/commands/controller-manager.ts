#!/usr/bin/env node
import { fail, main } from './controller-manager/main.ts';

main().catch(fail);
