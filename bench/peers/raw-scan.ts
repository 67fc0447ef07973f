import { once } from 'node:events'
import { createConnection } from 'node:net'

/** Where one reply of SCAN ends, with its cursor and number of keys; null while it is not whole. */
function replyOf(bytes: Buffer): { cursor: string; keys: number } | null {
  const lineAt = (from: number) => {
    const end = bytes.indexOf('\r\n', from)
    return end === -1 ? null : { text: bytes.toString('latin1', from + 1, end), next: end + 2 }
  }
  const outer = lineAt(0)
  const cursorLength = outer === null ? null : lineAt(outer.next)
  const cursor = cursorLength === null ? null : lineAt(cursorLength.next - 1)
  const count = cursor === null ? null : lineAt(cursor.next)
  if (count === null) return null
  let at = count.next
  for (let key = 0; key < Number(count.text); key += 1) {
    const length = lineAt(at)
    if (length === null) return null
    at = length.next + Number(length.text) + 2
  }
  return at > bytes.length ? null : { cursor: cursor!.text, keys: Number(count.text) }
}

/** The least there is: one socket, SCAN COUNT 1000 until the cursor is 0, keys counted and thrown away. Answers ms. */
export async function rawScan(port: number, expected: number): Promise<number> {
  const socket = createConnection(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const startMs = performance.now()
  let keys = 0
  let held: Buffer = Buffer.alloc(0)
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (piece: Buffer) => {
      held = held.length === 0 ? piece : Buffer.concat([held, piece])
      const reply = replyOf(held)
      if (reply === null) return
      held = Buffer.alloc(0)
      keys += reply.keys
      if (reply.cursor === '0') resolve()
      else socket.write(`SCAN ${reply.cursor} COUNT 1000\r\n`)
    })
    socket.write('SCAN 0 COUNT 1000\r\n')
  })
  socket.destroy()
  if (keys < expected) throw new Error(`the bare loop saw ${keys} keys`)
  return performance.now() - startMs
}
