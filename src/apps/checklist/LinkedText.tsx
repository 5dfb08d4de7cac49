/** A text in which http and https addresses are links that open in a new tab (spec §5). */
import { Fragment } from 'react'
import { parseUrl } from '#src/lib/parse-url.ts'

/** The sentence's own full stop or comma is not the address's. */
const ADDRESS = /^(https?:\/\/\S*[^\s.,;:!?])(\S*)$/i

export function LinkedText({ text }: { text: string }) {
  let at = 0
  return text.split(/(\s+)/).map((word) => {
    const key = at
    at += word.length
    const [, address = '', rest] = ADDRESS.exec(word) ?? []
    if (!parseUrl(address)) return <Fragment key={key}>{word}</Fragment>
    return (
      <Fragment key={key}>
        <a href={address} target="_blank" rel="noopener noreferrer" title="Opens in a new tab">
          {address}
        </a>
        {rest}
      </Fragment>
    )
  })
}
