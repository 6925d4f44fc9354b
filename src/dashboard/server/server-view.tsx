export function ServerView() {
  return (
    <section class="view">
      <h1>Server</h1>
    </section>
  );
}
