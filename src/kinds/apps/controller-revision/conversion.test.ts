import { describeConversions } from '../../shared/conversion/properties.ts';
import { dependencies, VersionBench } from '../../shared/conversion/testing.ts';
import { controllerRevision } from './index.ts';

const bench = new VersionBench(controllerRevision(dependencies));

describeConversions(bench);
