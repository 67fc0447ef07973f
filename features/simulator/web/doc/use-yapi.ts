import { getConfig } from '@qd/system/contract'
import { useCall } from '@qd/web-calls'
import type { DocModel } from '../../contract/index.ts'
import type { DocItem } from './doc-address.ts'

/** What an address may ask for; empty where the definition has none. */
interface YapiNames {
  message: string
  cmd: string
}

/** A command has the message that begins it, a message the first command it stands in. */
function yapiNames(item: DocItem, { commands, uses }: DocModel): YapiNames {
  if (item.kind === 'command') {
    const command = commands.get(item.name)
    return { message: command?.req || command?.push || '', cmd: item.name }
  }
  const use = uses.get(item.name)?.find(({ kind }) => kind !== 'field')
  return { message: item.name, cmd: use?.at ?? '' }
}

/** Where another tool documents it, by the settings file: `{message}` and `{cmd}` in the address are filled in (S3.14). */
function yapiLink(yapi: string, item: DocItem, model: DocModel | null): string {
  // Addresses of sockets are allowed in the file, and lead nowhere.
  if (!/^(https?:\/\/|\/|#\/)/.test(yapi) || model === null) return ''
  const named = yapiNames(item, model)
  return yapi.replaceAll(/\{(message|cmd)\}/g, (_all, name: string) =>
    encodeURIComponent(named[name as keyof YapiNames]),
  )
}

export function useYapi(item: DocItem, model: DocModel | null): string {
  const { data } = useCall(
    getConfig,
    {},
    {
      tag: 'simulator:doc.yapi',
      told: 'once',
      staleTimeMs: Infinity,
      select: ({ yapi }) => yapi,
    },
  )
  return yapiLink(data ?? '', item, model)
}
