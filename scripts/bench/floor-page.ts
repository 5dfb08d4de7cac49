/** Serves the page floor (`floors/vanilla.*`) with a given list and live feed. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listen } from '../../tests/listen.ts'
import { root } from './process.ts'

export interface FloorPage {
  readonly url: string
  close(): void
}

export async function serveFloor(board: string, liveUrl: string): Promise<FloorPage> {
  const file = (name: string) => readFileSync(join(root, 'scripts', 'bench', 'floors', name), 'utf8')
  const html = [file('vanilla.html'), 'text/html'] as const
  const script = (name: string) => [file(name), 'text/javascript'] as const
  const documents = new Map(
    Object.entries({
      '/': html,
      '/virtual': html,
      '/vanilla.js': script('vanilla.js'),
      '/vanilla-sw.js': script('vanilla-sw.js'),
      '/board': [board, 'application/json'] as const,
      '/live': [liveUrl, 'text/plain'] as const,
    }).map(([path, [text, type]]) => [path, { bytes: gzipSync(text), type }]),
  )
  const server = createServer((request, response) => {
    const found = documents.get(request.url ?? '')
    if (!found) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': found.type, 'content-encoding': 'gzip', 'cache-control': 'no-cache' })
    response.end(found.bytes)
  })
  const port = await listen(server)
  return {
    url: `http://localhost:${port}`,
    close: () => server.close(),
  }
}
