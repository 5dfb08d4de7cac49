/**
 * Shifts the clocks of a server process, which loads this by `node --import`. They are ahead by the milliseconds in the
 * file named by SHIFTED_CLOCK, a Float64. Timers are not affected.
 */
import { openSync, readSync } from 'node:fs'
import { ServerResponse } from 'node:http'

const file = openSync(process.env.SHIFTED_CLOCK, 'r')
const held = new Float64Array(1)
function ahead() {
  readSync(file, held, 0, held.byteLength, 0)
  return held[0]
}

const RealDate = Date
const now = () => RealDate.now() + ahead()
globalThis.Date = class extends RealDate {
  static now = now

  constructor(...parts) {
    if (parts.length > 0) super(...parts)
    else super(now())
  }
}

// The monotonic clock advances by each shift after the start, too.
const sinceStart = performance.now.bind(performance)
const atStart = ahead()
performance.now = () => sinceStart() + ahead() - atStart

// Node would write this header by a clock of its own.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (...head) {
  this.setHeader('Date', new Date().toUTCString())
  return writeHead.apply(this, head)
}
