/**
 * Lazily loaded parts of a screen. Not by React's `lazy` and `Suspense`: a boundary holds its content back until 300 ms
 * after the last one that had to wait, however soon the code was loaded.
 */
import { type ComponentType, useEffect, useEffectEvent, useReducer } from 'react'

interface Code<Component> {
  readonly load: () => Promise<Component>
  loaded: Component | null
}

const codeOf = <Component,>(load: () => Promise<Component>): Code<Component> => ({ load, loaded: null })

/**
 * Returns the component, or null until it is loaded. Loads it once wanted; after a failure, when it is wanted again.
 */
function useCode<Component>(
  code: Code<Component>,
  isWanted: boolean,
  onFailure: (error: unknown) => void,
): Component | null {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const fail = useEffectEvent(onFailure)
  const isThere = code.loaded !== null
  useEffect(() => {
    if (!isWanted || isThere) return
    let isHere = true
    code.load().then(
      (loaded) => {
        code.loaded = loaded
        if (isHere) draw()
      },
      (error: unknown) => isHere && fail(error),
    )
    return () => {
      isHere = false
    }
  }, [code, isWanted, isThere])
  return code.loaded
}

const Nothing = () => null

type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code: once this has resolved, the part renders without `Instead`. */
  readonly preload: () => Promise<void>
}

/**
 * Returns a component that renders `Instead` until its code is loaded. If loading fails, it throws to the screen's
 * error page, whose next try loads again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType = Nothing,
): LazyPart<Props> {
  const code = codeOf(load)
  function Part(props: Props) {
    const [failure, fail] = useReducer((_: unknown, error: unknown) => ({ error }), null)
    const Loaded = useCode(code, true, fail)
    if (failure) throw failure.error
    return Loaded ? <Loaded {...props} /> : <Instead />
  }
  const preload = async () => {
    code.loaded ??= await load()
  }
  return Object.assign(Part, { preload })
}

/** Returns a component that the screen can do without: renders nothing if its code cannot be loaded. */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = codeOf(load)
  return function OptionalPart(props: Props) {
    const Loaded = useCode(code, true, () => {})
    return Loaded && <Loaded {...props} />
  }
}

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/**
 * Returns a dialog whose code is loaded on first use. If loading fails, it calls `onClose`: the screen stays, and the
 * next press tries again.
 */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = codeOf(load)
  return function LazyDialog(props: Props) {
    const Loaded = useCode(code, props.opened, props.onClose)
    return Loaded && <Loaded {...props} />
  }
}
