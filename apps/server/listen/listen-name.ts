import { settingHostName } from '@qd/server-kit'

/** Every address of the machine, as URLs write it. */
const EVERY_ADDRESS = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '[::1]'],
  ['[::ffff:0:0]', '127.0.0.1'],
])

/** What the console listens on as browsers spell it: `0` and `0x0` are all addresses too. Null for what is no host. */
export function listenName(host: string): string | null {
  const name = settingHostName(host)
  return name === null ? null : (URL.parse(`http://${name}`)?.hostname ?? name)
}

export const isEveryAddress = (name: string): boolean => EVERY_ADDRESS.has(name)

/** What is listened on: by the name `localhost` a second server would open for ::1, which none of our limits know. */
export const listenHost = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host)

/** Under which name somebody on this machine finds what listens there. */
export function localName(host: string): string {
  const name = listenName(host) ?? host
  return EVERY_ADDRESS.get(name) ?? name
}
