import type { GoStruct } from '../../../api/go-format/go-json.ts';

/** The structs by which nodes are selected, with their fields in Go's order. */
export const nodeSelectorStructs = {
  VolumeNodeAffinity: [['Required', '?NodeSelector']],
  NodeSelector: [['NodeSelectorTerms', '[]NodeSelectorTerm']],
  NodeSelectorTerm: [
    ['MatchExpressions', '[]NodeSelectorRequirement'],
    ['MatchFields', '[]NodeSelectorRequirement'],
  ],
  NodeSelectorRequirement: [
    ['Key', 'string'],
    ['Operator', 'string'],
    ['Values', '[]string'],
  ],
} satisfies Record<string, GoStruct>;
