import type { FollowState } from '../live/following.ts';

/** Whether what is shown is of now, as a sentence. */
export function LiveState({ state }: { state: FollowState }) {
  return (
    <span class={`live-state ${state.kind}`} role="status" title={textOf(state)}>
      <span class="dot" aria-hidden="true" />
      {textOf(state)}
    </span>
  );
}

function textOf(state: FollowState): string {
  switch (state.kind) {
    case 'loading':
      return 'Loading';
    case 'live':
      return 'Live';
    case 'lost':
      return `As of ${new Date(state.since).toLocaleTimeString('en-GB')}; connecting again. ${state.problem}`;
    default:
      return state.problem;
  }
}
