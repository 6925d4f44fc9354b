/** The grounds of a decision, as a server of this product tells them. */
export interface Decisions {
  authorization?: AuthorizationDecision[];
  admission?: AdmittedObject[];
  /** Parts that the caller may not see. */
  withheld?: string[];
  isCut?: true;
}

export interface AuthorizationDecision {
  about: string;
  user: string;
  isAllowed: boolean;
  steps: AuthorizationStep[];
}

export interface Permission {
  binding: { kind: string; namespace?: string; name: string };
  role: { kind: string; name: string };
  subject: { kind: string; name: string; namespace?: string };
  rule?: {
    verbs?: string[];
    apiGroups?: string[];
    resources?: string[];
    resourceNames?: string[];
    nonResourceURLs?: string[];
  };
}

export interface AuthorizationStep {
  authorizer: string;
  verdict: string;
  reason?: string;
  error?: string;
  allowedBy?: Permission;
  nearest?: (Permission & { lacks: string })[];
  allowedIn?: string[];
}

export interface AdmittedObject {
  operation: string;
  resource: string;
  steps: AdmissionStep[];
  passed: string[];
}

export interface AdmissionStep {
  plugin?: string;
  webhook?: string;
  configuration?: string;
  policy?: string;
  binding?: string;
  expression?: string;
  outcome: 'changed' | 'allowed' | 'refused' | 'failed' | 'ignored';
  patch?: { op: string; path: string; from?: string; value?: unknown; valueLength?: number }[];
  more?: number;
  message?: string;
}

/** The decisions in the header of an answer; undefined of a server that does not tell them. */
export function readDecisions(header: string | null): Decisions | undefined {
  try {
    return header === null ? undefined : (JSON.parse(header) as Decisions);
  } catch {
    return undefined;
  }
}

/** `verbs get, list; resources pods` */
export function ruleText(rule: NonNullable<Permission['rule']>): string {
  const parts: [string, string[] | undefined][] = [
    ['verbs', rule.verbs],
    ['resources', rule.resources],
    ['API groups', rule.apiGroups?.map((group) => group || '""')],
    ['names', rule.resourceNames],
    ['paths', rule.nonResourceURLs],
  ];
  return parts
    .flatMap(([title, values]) => (values?.length ? [`${title} ${values.join(', ')}`] : []))
    .join('; ');
}

/** The plugin, webhook or policy that made a step of admission. */
export function stepName({ plugin, webhook, configuration, policy, binding }: AdmissionStep): string {
  if (policy !== undefined) return `policy ${policy}${binding === undefined ? '' : `, bound by ${binding}`}`;
  return plugin ?? `webhook ${webhook} of ${configuration}`;
}

const signs: Readonly<Record<string, string>> = { add: '+', replace: '~', remove: '-' };

/** `+ /spec/priority 0` */
export function operationText({
  op,
  path,
  from,
  value,
  valueLength,
}: NonNullable<AdmissionStep['patch']>[number]): string {
  const lead = `${signs[op] ?? op} ${path}`;
  if (from !== undefined) return `${lead} from ${from}`;
  if (valueLength !== undefined) return `${lead} (${valueLength} characters, not shown)`;
  return value === undefined ? lead : `${lead} ${JSON.stringify(value)}`;
}
