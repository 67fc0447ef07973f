import type { RouteReplyGiven } from '@qd/contract-kit'
import type { AclUser, serverAcl } from '../../../contract/index.ts'
import type { ServerNode } from './on-nodes.ts'
import { listOf, numberOf, pairsOf, textOf } from './replies.ts'

type Acl = NonNullable<RouteReplyGiven<typeof serverAcl>['nodes'][number]['data']>

const WORDS = /\([^)]*\)|\S+/g

/** A line of ACL LIST in parts; hashes of passwords are counted and left out. */
export function aclUserOf(line: string): AclUser {
  const [, name = '', ...rules] = line.match(WORDS) ?? []
  const having = (first: RegExp): string[] => rules.filter((rule) => first.test(rule))
  return {
    name,
    isOn: rules.includes('on'),
    hasNoPassword: rules.includes('nopass'),
    passwords: having(/^#/).length,
    keys: [...having(/^[~%]/), ...having(/^allkeys$/).map(() => '~*')],
    channels: [...having(/^&/), ...having(/^allchannels$/).map(() => '&*')],
    commands: [
      ...having(/^[+-]/),
      ...having(/^allcommands$/).map(() => '+@all'),
      ...having(/^nocommands$/).map(() => '-@all'),
    ],
    selectors: having(/^\(/),
  }
}

export async function readAcl(node: ServerNode): Promise<Acl> {
  const [list, categories, log] = await Promise.all([
    node.ask('ACL', 'LIST'),
    node.askOrNull('ACL', 'CAT'),
    node.askOrNull('ACL', 'LOG', '100'),
  ])
  return {
    users: listOf(list).map((line) => aclUserOf(textOf(line))),
    categories: listOf(categories).map(textOf).toSorted(),
    log: listOf(log).map((entry) => {
      const facts = pairsOf(entry)
      return {
        count: numberOf(facts.get('count')),
        reason: textOf(facts.get('reason')),
        context: textOf(facts.get('context')),
        object: textOf(facts.get('object')).slice(0, 300),
        user: textOf(facts.get('username')),
        ageSeconds: numberOf(facts.get('age-seconds')),
      }
    }),
  }
}
