/** A machine-readable name, such as `shop_hourly.extract_orders` or an address, that may wrap between its parts. */
import { Fragment } from 'react'

const AFTER_SEPARATOR = /(?<=[._/:@-])(?=[^._/:@-])/

export const Identifier = ({ children }: { children: string }) =>
  children.split(AFTER_SEPARATOR).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
