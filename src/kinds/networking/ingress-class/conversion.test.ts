import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { ingressClass } from './index.ts';

const bench = new VersionBench(ingressClass(dependencies));

describeConversions(bench);
