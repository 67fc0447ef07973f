// The least Fastify can do: one route, a constant object, no schema.
import Fastify from 'fastify'

const app = Fastify()
app.get('/empty', () => ({}))
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
console.log(`ready at ${url}`)
