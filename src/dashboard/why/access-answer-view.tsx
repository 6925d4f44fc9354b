import type { AccessAnswer } from './ask-access.ts';
import { type AuthorizationStep, type Permission, ruleText } from './decisions.ts';

/** The answer, and what it rests on: the binding, role and rule that decided, or those that nearly did. */
export function AccessAnswerView({ answer }: { answer: AccessAnswer }) {
  const { sentence, isAllowed, decision, reason, roles, isWithheld } = answer;
  return (
    <div class={isAllowed ? 'notice' : 'notice refusal'} role="status">
      <p class={isAllowed ? 'good' : 'bad'}>
        <strong>{isAllowed ? 'Yes.' : 'No.'}</strong> {sentence}
      </p>
      {decision?.steps.map((step, index) => (
        <Step key={index} step={step} />
      ))}
      {decision === undefined && reason !== '' && <p>{reason}</p>}
      {decision === undefined && (
        <p>
          <small>
            {isWithheld
              ? 'The server tells the grounds to users who may get the path /decisions/authorization.'
              : 'This server does not tell the grounds of its decisions.'}
          </small>
        </p>
      )}
      {roles.length > 0 && <p>Roles that would allow it, if they were bound: {roles.join(', ')}.</p>}
    </div>
  );
}

function Step({ step }: { step: AuthorizationStep }) {
  const { authorizer, verdict, reason, error, allowedBy, nearest = [], allowedIn = [] } = step;
  const said = verdict === 'allow' ? 'allows it' : verdict === 'deny' ? 'denies it' : 'does not allow it';
  return (
    <>
      <p>
        <strong>{authorizer}</strong> {said}
        {reason && allowedBy === undefined ? `: ${reason}` : ''}
        {error ? `. It could not decide: ${error}` : ''}
      </p>
      {allowedBy !== undefined && <Grounds permission={allowedBy} />}
      {nearest.map((near, index) => (
        <Grounds key={index} permission={near} lacks={near.lacks} />
      ))}
      {allowedIn.length > 0 && <p>It is allowed in other namespaces: {allowedIn.join(', ')}.</p>}
    </>
  );
}

const lackTexts: Readonly<Record<string, string>> = {
  verbs: 'the verb',
  resources: 'the resource',
  apiGroups: 'the API group',
  resourceNames: 'the name',
  nonResourceURLs: 'the path',
};

function Grounds({ permission, lacks }: { permission: Permission; lacks?: string }) {
  const { binding, role, subject, rule } = permission;
  const place = binding.namespace === undefined ? '' : `${binding.namespace}/`;
  return (
    <dl class="facts">
      <dt>{lacks === undefined ? 'By' : 'Near'}</dt>
      <dd>
        {binding.kind} {place}
        {binding.name}
      </dd>
      <dt>gives</dt>
      <dd>
        {role.kind} {role.name} to {subject.kind} {subject.name}
      </dd>
      {rule !== undefined && (
        <>
          <dt>Rule</dt>
          <dd>{ruleText(rule)}</dd>
        </>
      )}
      {lacks !== undefined && (
        <>
          <dt>Lacks</dt>
          <dd>{lackTexts[lacks] ?? lacks}</dd>
        </>
      )}
    </dl>
  );
}
