import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import type {
  AutoscalingV2HorizontalPodAutoscaler,
  AutoscalingV2HPAScalingRules,
} from '../../../api/schema/types.gen.ts';

type Rules = AutoscalingV2HPAScalingRules;

/** Doubles in 15 seconds, and makes a few pods of one as fast. */
const scaleUp = (): Rules => ({
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
});

/** Default rules: down as far as may be; how long to wait is a flag of the controller. */
const scaleDown = (): Rules => ({
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
});

/** `keepsNone`: a list of policies that was sent empty is not filled in, and refused later. */
export function applyDefaults({ spec }: AutoscalingV2HorizontalPodAutoscaler, keepsNone: boolean): void {
  // Who says nothing about the behavior gets what his controller does by itself.
  if (spec.behavior === undefined) return;
  spec.behavior.scaleUp = { ...scaleUp(), ...given(spec.behavior.scaleUp, keepsNone) };
  spec.behavior.scaleDown = { ...scaleDown(), ...given(spec.behavior.scaleDown, keepsNone) };
}

function given(rules: Rules = {}, keepsNone: boolean): Rules {
  const { policies, ...others } = rules;
  if (keepsNone && isSentEmpty(rules, 'policies')) return { ...others, policies: [] };
  return policies === undefined ? others : { ...others, policies };
}
