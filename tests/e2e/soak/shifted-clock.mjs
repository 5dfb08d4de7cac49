/**
 * For a server whose time is to go faster (`node --import`): its clocks are ahead by the milliseconds in the file that
 * SHIFTED_CLOCK names, a Float64. Timers keep their pace.
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

// What nobody can set goes on all the same.
const sinceStart = performance.now.bind(performance)
const atStart = ahead()
performance.now = () => sinceStart() + ahead() - atStart

// Node writes this header by a clock of its own.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (...head) {
  this.setHeader('Date', new Date().toUTCString())
  return writeHead.apply(this, head)
}
