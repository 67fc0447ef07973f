import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startListening } from './start-listening.ts'
import type { ListeningProcess } from './start-listening.ts'

const run = promisify(execFile)

export interface TestSshd extends ListeningProcess {
  /** Who may sign in: whoever runs the test. */
  readonly username: string
  /** As ssh-keygen prints it. */
  readonly hostKey: string
  /** Lets the owner of a public key in. */
  allow(publicKey: string): Promise<void>
}

export interface TestKey {
  readonly privateKey: string
  readonly publicKey: string
}

/** Makes a pair of keys as people do. */
export async function makeKey(folder: string, name: string, args: readonly string[]): Promise<TestKey> {
  const file = join(folder, name)
  await run('ssh-keygen', ['-q', '-f', file, ...(args.includes('-N') ? [] : ['-N', '']), ...args])
  return { privateKey: await readFile(file, 'utf8'), publicKey: await readFile(`${file}.pub`, 'utf8') }
}

/** Starts Debian's sshd on a free port of loopback; keys alone let people in. */
export async function startSshd(): Promise<TestSshd> {
  // Of root it wants a folder that only root may write.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  let turn = 0
  let allowed = ''
  let hostKey = ''
  const sshd = await startListening({
    command: '/usr/sbin/sshd',
    ready: /Server listening on 127\.0\.0\.1 port/,
    async argsOf(port, folder) {
      turn += 1
      const key = `host-${turn}`
      await makeKey(folder, key, ['-t', 'ed25519'])
      const { stdout } = await run('ssh-keygen', ['-l', '-f', join(folder, `${key}.pub`)])
      hostKey = stdout.split(' ')[1]!
      allowed = join(folder, 'allowed')
      await writeFile(allowed, '')
      const file = join(folder, 'sshd.conf')
      const settings = [
        `Port ${port}`,
        'ListenAddress 127.0.0.1',
        `HostKey ${join(folder, key)}`,
        `AuthorizedKeysFile ${allowed}`,
        'PidFile none',
        'MaxStartups 100',
        'UsePAM no',
        'StrictModes no',
        'PasswordAuthentication no',
        'PermitRootLogin yes',
        'AllowTcpForwarding yes',
      ]
      await writeFile(file, `${settings.join('\n')}\n`)
      return ['-D', '-e', '-f', file]
    },
  })
  return {
    ...sshd,
    username: userInfo().username,
    hostKey,
    async allow(publicKey) {
      await writeFile(allowed, `${await readFile(allowed, 'utf8')}${publicKey}`)
    },
  }
}
