import { describeConversions } from '../../shared/conversion/properties.ts';
import { dependencies, VersionBench } from '../../shared/conversion/testing.ts';
import { networkPolicy } from './index.ts';

const bench = new VersionBench(networkPolicy(dependencies));

describeConversions(bench);
