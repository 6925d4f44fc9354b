import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { controllerRevision } from './index.ts';

const bench = new VersionBench(controllerRevision(dependencies));

describeConversions(bench);
