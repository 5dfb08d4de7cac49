import 'react'

declare module 'react' {
  /** Custom properties, by which a component hands its style sheet a size or a share. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
