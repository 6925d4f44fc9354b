import { useState } from 'preact/hooks';
import { messageOf } from '../calls/call-error.ts';
import { useApp } from '../frame/app-context.ts';
import { type AdmissionStep, operationText, stepName } from './decisions.ts';
import { type TriedManifest, tryManifest } from './try-manifest.ts';

/** Tries a manifest: what each plugin, webhook and policy would make of it. Nothing is stored. */
export function ManifestForm() {
  const app = useApp();
  const [text, setText] = useState('');
  const [tried, setTried] = useState<readonly TriedManifest[] | string>([]);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setTried(await tryManifest(text, app).catch(messageOf));
  };
  return (
    <>
      <h2>What becomes of a manifest</h2>
      <form onSubmit={(event) => void submit(event)}>
        <label class="block">
          Manifest
          <textarea
            class="mono"
            rows={14}
            value={text}
            placeholder={'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n…'}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <p>
          <button type="submit" class="primary" disabled={text.trim() === ''}>
            Try
          </button>
        </p>
      </form>
      {typeof tried === 'string' ? (
        <p class="problem" role="alert">
          {tried}
        </p>
      ) : (
        tried.map((one) => <Tried key={one.title} tried={one} />)
      )}
    </>
  );
}

function Tried({ tried }: { tried: TriedManifest }) {
  const { title, outcome, problem, decisions } = tried;
  const admitted = decisions?.admission ?? [];
  return (
    <div class={problem === '' ? 'notice' : 'notice refusal'} role="status">
      <p class={problem === '' ? 'good' : 'bad'}>{`${title} would be ${outcome}. ${problem}`.trim()}</p>
      {admitted
        .flatMap(({ steps }) => steps)
        .map((step, index) => (
          <Step key={index} step={step} />
        ))}
      {admitted.map(
        ({ passed }, index) =>
          passed.length > 0 && (
            <p key={index}>
              <small>Passed by {passed.join(', ')}.</small>
            </p>
          ),
      )}
      {decisions === undefined && (
        <p>
          <small>This server does not tell the grounds of its decisions.</small>
        </p>
      )}
    </div>
  );
}

const said: Readonly<Record<AdmissionStep['outcome'], string>> = {
  changed: 'changed it',
  allowed: 'let it pass',
  refused: 'refused it',
  failed: 'could not be asked, so that it was refused',
  ignored: 'could not be asked, and it went on',
};

function Step({ step }: { step: AdmissionStep }) {
  const { outcome, patch = [], message = '', expression = '', more = 0 } = step;
  return (
    <>
      <p>
        <strong>{stepName(step)}</strong> {said[outcome]}
        {message === '' ? '' : `: ${message}`}
      </p>
      {expression !== '' && (
        <p>
          <code>{expression}</code>
        </p>
      )}
      {patch.length > 0 && (
        <pre class="diff" tabIndex={0}>
          {patch.map((operation) => `${operationText(operation)}\n`).join('')}
          {more > 0 ? `and ${more} more changes\n` : ''}
        </pre>
      )}
    </>
  );
}
