import { Socket } from 'node:net'

/** Ends this process as by SIGTERM when the one that started it is gone; `scripts/running/prepare.mjs` holds the other end. */
export function endWithParent(): void {
  const fd = process.env['QD_PARENT_PIPE']
  if (fd === undefined) return
  // Children of this process have no such pipe.
  delete process.env['QD_PARENT_PIPE']
  const pipe = new Socket({ fd: Number(fd), readable: true, writable: false })
  pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
  pipe.on('error', () => pipe.destroy())
  pipe.resume()
  pipe.unref()
}
