import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'

type Ports = Record<string, number>

function readPorts(path: string): Ports {
  try {
    const entries = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Ports)
    return Object.fromEntries(
      entries.filter(([, port]) => Number.isInteger(port) && port > 0 && port < 65_536),
    )
  } catch {
    // No file yet, or one cut off by a crash: new ports are as good.
    return {}
  }
}

/** A port nobody listens on at this moment; the system chooses. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  await closed.promise
  return port
}

/** Remembers which name listens where, so that the addresses stay the same from start to start. */
export class PortMemory {
  readonly #path: string
  readonly #ports: Ports

  constructor(path: string) {
    this.#path = path
    this.#ports = readPorts(path)
  }

  /** The remembered port, or a free one that is remembered from now on. */
  async get(name: string): Promise<number> {
    const known = this.#ports[name]
    if (known !== undefined) return known
    const port = await freePort()
    this.set(name, port)
    return port
  }

  set(name: string, port: number): void {
    if (this.#ports[name] === port) return
    this.#ports[name] = port
    mkdirSync(dirname(this.#path), { recursive: true })
    writeFileSync(this.#path, `${JSON.stringify(this.#ports, null, 2)}\n`)
  }
}
