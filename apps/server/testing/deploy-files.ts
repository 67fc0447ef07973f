import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const REPOSITORY = join(import.meta.dirname, '../../..')
/** Where the guide puts the program. */
const INSTALLED = '/opt/quarterdeck'

export const deployFile = (name: string): string =>
  readFileSync(join(REPOSITORY, 'docs/deploy', name), 'utf8')

/** The unit, as if the program were installed where it is here. */
export const unitText = (): string => deployFile('quarterdeck.service').replaceAll(INSTALLED, REPOSITORY)

/** The values of a setting of the unit, in their order. */
export function unitValues(name: string): string[] {
  return [...unitText().matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)
}

/** What the unit starts, and the variables it sets itself. */
export function unitStart(): { command: string[]; settings: Record<string, string> } {
  const pairs = unitValues('Environment').flatMap((line) => line.split(' '))
  return {
    command: unitValues('ExecStart')[0]!.split(' '),
    settings: Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
  }
}
