import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component whose code is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [, draw] = useState(0);
    useEffect(() => {
      if (loaded !== undefined) return;
      void load().then((component) => {
        loaded = component;
        draw((count) => count + 1);
      });
    }, []);
    const Loaded = loaded;
    return Loaded === undefined ? <p>Loading …</p> : <Loaded {...props} />;
  };
}
