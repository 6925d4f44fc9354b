import type { ComponentChildren } from 'preact';
import { formatRoute } from '../address/route.ts';
import { useApp } from '../frame/app-context.ts';
import { ageText } from '../table/age.ts';
import { toneOf } from '../table/tone.ts';
import { useTick } from '../table/use-tick.ts';
import { type ApiObject, isMap } from './api-object.ts';
import { ContainersView } from './containers-view.tsx';
import { relatedOf } from './related.ts';
import type { TabProps } from './tab-props.ts';

interface Condition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

/** The parts of an object that one looks for first. */
export function SummaryTab({ object, type }: TabProps) {
  const { types } = useApp();
  const now = useTick(1_000);
  const { metadata } = object;
  const status = isMap(object['status']) ? object['status'] : {};
  const conditions = Array.isArray(status['conditions']) ? (status['conditions'] as Condition[]) : [];
  return (
    <div class="columns">
      <div>
        <Facts title="Object">
          <Fact name="Kind">{`${type.kind} (${object.apiVersion})`}</Fact>
          <Fact name="Created">{`${ageText(metadata.creationTimestamp, now)} ago, ${metadata.creationTimestamp ?? ''}`}</Fact>
          <Fact name="UID">
            <code>{metadata.uid}</code>
          </Fact>
        </Facts>
        <Scalars title="Specification" value={object['spec']} />
        <Scalars title="Status" value={status} />
        <Data object={object} />
        <Related object={object} types={types} />
      </div>
      <div>
        {type.kind === 'Pod' && <ContainersView pod={object} />}
        <Conditions conditions={conditions} now={now} />
        <Pairs title="Labels" pairs={metadata.labels} />
        <Pairs title="Annotations" pairs={metadata.annotations} />
      </div>
    </div>
  );
}

function Facts({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <>
      <h2>{title}</h2>
      <dl class="facts">{children}</dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The fields that are a number, a word or a text; what lies deeper is in the YAML. */
function Scalars({ title, value }: { title: string; value: unknown }) {
  const fields = Object.entries(isMap(value) ? value : {}).filter(
    ([, one]) => ['string', 'number', 'boolean'].includes(typeof one) && String(one).length < 300,
  );
  if (fields.length === 0) return null;
  return (
    <Facts title={title}>
      {fields.map(([name, one]) => (
        <Fact key={name} name={name}>
          <span class={name === 'phase' ? toneOf('Phase', String(one)) : ''}>{String(one)}</span>
        </Fact>
      ))}
    </Facts>
  );
}

/** The data of a ConfigMap; a Secret's names alone: its values are in the YAML, for those who ask for it. */
function Data({ object }: { object: ApiObject }) {
  const { data } = object;
  if (!isMap(data)) return null;
  const isSecret = object.kind === 'Secret';
  return (
    <Facts title="Data">
      {Object.entries(data).map(([name, value]) => (
        <Fact key={name} name={name}>
          {isSecret ? (
            `${String(value).length} characters, encoded`
          ) : (
            <pre class="value">{String(value)}</pre>
          )}
        </Fact>
      ))}
    </Facts>
  );
}

function Related({ object, types }: { object: ApiObject; types: Parameters<typeof relatedOf>[1] }) {
  const related = relatedOf(object, types);
  if (related.length === 0) return null;
  return (
    <Facts title="Related">
      {related.map(({ what, label, route }) => (
        <Fact key={label} name={what}>
          <a href={formatRoute(route)}>{label}</a>
        </Fact>
      ))}
    </Facts>
  );
}

function Conditions({ conditions, now }: { conditions: readonly Condition[]; now: number }) {
  if (conditions.length === 0) return null;
  return (
    <>
      <h2>Conditions</h2>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Status</th>
            <th scope="col">Since</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {conditions.map(({ type, status, reason = '', message = '', lastTransitionTime }) => (
            <tr key={type}>
              <td>{type}</td>
              <td>{status}</td>
              <td>{ageText(lastTransitionTime, now)}</td>
              <td>{[reason, message].filter(Boolean).join(': ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Pairs({ title, pairs }: { title: string; pairs: Record<string, string> | undefined }) {
  const entries = Object.entries(pairs ?? {});
  if (entries.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul class="pairs">
        {entries.map(([key, value]) => (
          <li key={key}>
            <code>{key}</code>: {value.length > 300 ? `${value.slice(0, 300)} …` : value}
          </li>
        ))}
      </ul>
    </>
  );
}
