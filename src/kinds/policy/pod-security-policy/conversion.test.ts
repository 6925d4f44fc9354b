import { describeConversions } from '../../shared/conversion/properties.ts';
import { dependencies, VersionBench } from '../../shared/conversion/testing.ts';
import { podSecurityPolicy } from './index.ts';

const bench = new VersionBench(podSecurityPolicy(dependencies));

describeConversions(bench);
