import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { cronJob } from './index.ts';

const bench = new VersionBench(cronJob(dependencies));

describeConversions(bench);
