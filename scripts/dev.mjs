/** `npm run dev`: runs the server, restarted with every change, and the page with hot reload, until Ctrl+C. */
import { spawn } from 'node:child_process'
import { createServer } from 'vite'

const server = spawn(process.execPath, ['--import', 'tsx', '--watch', 'server/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
const page = await createServer()
await page.listen()
page.printUrls()

async function stop() {
  server.kill('SIGTERM')
  await page.close()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
server.on('exit', (code) => process.exit(code ?? 0))
