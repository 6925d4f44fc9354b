import { describeConversions } from '../../shared/conversion/properties.ts';
import { dependencies, VersionBench } from '../../shared/conversion/testing.ts';
import { cronJob } from './index.ts';

const bench = new VersionBench(cronJob(dependencies));

describeConversions(bench);
