/**
 * Parts of a screen whose code comes by itself. Not by React's own `lazy` and `Suspense`: what comes late to one of their
 * boundaries is held back until 300 ms after the last that had to wait, however soon its code was there.
 */
import { type ComponentType, useEffect, useEffectEvent, useReducer } from 'react'

interface Code<Component> {
  readonly load: () => Promise<Component>
  loaded: Component | null
}

const codeOf = <Component,>(load: () => Promise<Component>): Code<Component> => ({ load, loaded: null })

/** Null until the code is there. It is asked for once it is wanted, and each time that it is wanted anew where it did not come. */
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
  /** Whoever draws it once this has settled has it in that frame. */
  readonly preload: () => Promise<void>
}

/**
 * A part that is there as soon as its code is; `Instead` stands in its place until then. Where the code cannot be had the
 * screen says so, and asks anew with its next try.
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

/** A part that its screen can do without: where its code cannot be had there is nothing. */
export function sparePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = codeOf(load)
  return function SparePart(props: Props) {
    const Loaded = useCode(code, true, () => {})
    return Loaded && <Loaded {...props} />
  }
}

interface Dialog {
  readonly opened: boolean
  readonly onClose: () => void
}

/** A dialog whose code comes with its first use. Where that cannot be had it closes again: no screen goes with it, and the next press tries anew. */
export function lazyDialog<Props extends Dialog>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = codeOf(load)
  return function LazyDialog(props: Props) {
    const Loaded = useCode(code, props.opened, props.onClose)
    return Loaded && <Loaded {...props} />
  }
}
