/** Renders http and https addresses in a text as links that open in a new tab (spec §5). */
import { Fragment } from 'react'
import { parseUrl } from '#src/lib/parse-url.ts'

/** Leaves punctuation at the end of a word out of the address: it belongs to the sentence. */
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
