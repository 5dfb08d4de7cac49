/** A dialog whose code comes with its first use. Where that cannot be had it closes again: no screen goes with it, and the next press tries anew. */
import { type ComponentType, useEffect, useReducer } from 'react'

interface Dialog {
  readonly opened: boolean
  readonly onClose: () => void
}

export function lazyDialog<Props extends Dialog>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null
  return function LazyDialog(props: Props) {
    const [, draw] = useReducer((count: number) => count + 1, 0)
    const { opened, onClose } = props
    // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
    useEffect(() => {
      if (!opened || Loaded) return
      let isHere = true
      load().then(
        (loaded) => {
          Loaded = loaded
          if (isHere) draw()
        },
        () => isHere && onClose(),
      )
      return () => {
        isHere = false
      }
    }, [opened])
    return Loaded && <Loaded {...props} />
  }
}
