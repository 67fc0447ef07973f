// A stream to disk, as bare as Fastify allows: no session, no parts, no hash.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'

const folder = process.argv[2]!
const app = Fastify({ bodyLimit: Number.MAX_SAFE_INTEGER })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
let count = 0
app.post('/write', async (request) => {
  count += 1
  const file = join(folder, String(count))
  await pipeline(request.body as NodeJS.ReadableStream, createWriteStream(file))
  await rm(file)
  return { status: 0 }
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
console.log(`ready at ${url}`)
