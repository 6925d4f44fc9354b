import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { networkPolicy } from './index.ts';

const bench = new VersionBench(networkPolicy(dependencies));

describeConversions(bench);
