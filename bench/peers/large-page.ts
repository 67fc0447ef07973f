// The least a page can do with the same bytes: fetched from memory, parsed, one line drawn.
import { createServer } from 'node:http'
import { largeTable } from '../tools/large-player.ts'

const body = JSON.stringify({ data: { archive: largeTable(Number(process.argv[2])) } })
const PAGE = `<!doctype html><p></p><script>
  async function open() {
    const start = performance.now()
    const { data } = await (await fetch('/player', { cache: 'no-store' })).json()
    document.querySelector('p').textContent = Object.keys(data.archive).length
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    return performance.now() - start
  }
</script>`

const server = createServer((request, answer) => {
  const isData = request.url === '/player'
  answer.setHeader('content-type', isData ? 'application/json' : 'text/html')
  answer.end(isData ? body : PAGE)
})
process.on('SIGTERM', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`ready at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
