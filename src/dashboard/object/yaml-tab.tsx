import { useMemo } from 'preact/hooks';
import { withQuery } from '../address/route.ts';
import { go } from '../address/use-route.ts';
import { lazy } from '../frame/lazy.tsx';
import { type ManagedFields, readable } from './api-object.ts';
import { FieldOwners } from './field-owners.ts';
import type { TabProps } from './tab-props.ts';
import { yamlLines } from './yaml-lines.ts';

/** The editor is large, and loaded by those who edit. */
const Editor = lazy(async () => (await import('./edit-view.tsx')).EditView);
/** Colours of the style sheet. */
const colours = 6;

/** The object as YAML, with a margin that shows who owns which field. */
export function YamlTab(props: TabProps) {
  const { object, route, type } = props;
  const { edit = '', owners: withOwners = '' } = route.query;
  const shown = useMemo(() => readable(object, true), [object]);
  const lines = useMemo(() => yamlLines(shown), [shown]);
  const owners = useMemo(() => new FieldOwners(object.metadata.managedFields ?? [], object), [object]);
  if (edit !== '') return <Editor {...props} />;
  const canEdit = type.verbs.includes('patch');
  return (
    <>
      <p class="row">
        {canEdit && (
          <button type="button" class="primary" onClick={() => go(withQuery(route, { edit: '1' }))}>
            Edit
          </button>
        )}
        <label>
          <input
            type="checkbox"
            checked={withOwners !== ''}
            onChange={({ currentTarget }) =>
              go(withQuery(route, { owners: currentTarget.checked ? '1' : '' }), true)
            }
          />{' '}
          Who owns which field
        </label>
      </p>
      {withOwners !== '' && <Legend managers={owners.managers} />}
      <pre class={withOwners === '' ? 'yaml' : 'yaml owned'} tabIndex={0} aria-label="YAML">
        {lines.map(({ text, path }, index) => {
          const own = withOwners === '' ? [] : owners.of(path);
          const names = own.map((one) => owners.managers[one]?.manager).join(', ');
          const place = own[0];
          return (
            <span
              key={index}
              class={place === undefined ? 'line' : `line owner-${place % colours}`}
              title={names === '' ? undefined : `Owned by ${names}`}
            >
              {withOwners !== '' && (
                <span class="margin">{names.length > 22 ? `${names.slice(0, 21)}…` : names}</span>
              )}
              {`${text}\n`}
            </span>
          );
        })}
      </pre>
    </>
  );
}

function Legend({ managers }: { managers: readonly ManagedFields[] }) {
  if (managers.length === 0) return <p>Nobody owns fields of this object.</p>;
  return (
    <ul class="legend" aria-label="Owners">
      {managers.map(({ manager, operation, subresource, time }, index) => (
        <li key={index} class={`owner-${index % colours}`}>
          {manager}{' '}
          <small>
            {operation}
            {subresource ? ` of ${subresource}` : ''}
            {time ? `, ${new Date(time).toLocaleString('en-GB')}` : ''}
          </small>
        </li>
      ))}
    </ul>
  );
}
