import { describeConversions } from '../../shared/conversion/properties.ts';
import { dependencies, VersionBench } from '../../shared/conversion/testing.ts';
import { ingressClass } from './index.ts';

const bench = new VersionBench(ingressClass(dependencies));

describeConversions(bench);
