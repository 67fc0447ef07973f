import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const HOSTS = 'packages/server-kit/test/known-hosts.test.ts'
const THINGS = 'packages/server-kit/test/guard-resource.test.ts'
const GRANTS = 'features/access/server/resources.test.ts'
const SEARCH = 'features/audit/server/search/search-verify.test.ts'

/** Who is answered at all, and whether what the pages of the audit show is what was written. */
export const GUARDING_MUTANTS: readonly Mutant[] = [
  {
    rule: 'S6.02: a grant for a few things opens no call that asks for none',
    file: 'packages/contract-kit/src/scope-path.ts',
    from: '(g.resource === undefined || key === undefined) &&',
    to: '',
    test: node(THINGS, 'opens nothing else, whatever it lists'),
  },
  {
    rule: 'S6.02: a grant for things of one kind opens no call of another',
    file: 'packages/contract-kit/src/may-call.ts',
    from: 'resource === undefined || resource.kind === kind ? grant',
    to: 'resource === undefined || kind !== undefined ? grant',
    test: node(THINGS, 'of another kind opens nothing'),
  },
  {
    rule: 'S6.02: narrowed to a kind, a role gives what declares it and nothing else',
    file: 'features/access/server/rights-of.ts',
    from: 'codesFor(narrowing, [...grant.codes], grant.resource)',
    to: '[...grant.codes]',
    test: node(GRANTS, '[S6.02] one gives just those permissions'),
  },
  {
    rule: 'S6.02: who holds a few things gives no others',
    file: 'features/access/contract/contains-grant.ts',
    from: 'containsResource(outer.resource, inner.resource)',
    to: 'outer.codes.length > 0',
    test: node(GRANTS, 'who may give and holds a few things'),
  },
  {
    rule: 'hosts: a foreign name is not answered',
    file: 'packages/server-kit/src/hosts/host-rule.ts',
    from: 'if (name === null || !(isLoopbackName(name) || known.has(name))) return null',
    to: 'if (name === null) return null',
    test: node(HOSTS, 'a foreign name is not'),
  },
  {
    rule: 'hosts: two Host headers are none',
    file: 'packages/server-kit/src/hosts/host-rule.ts',
    from: 'if (found !== null) return null',
    to: 'if (found !== null) break',
    test: node(HOSTS, 'two is not'),
  },
  {
    rule: 'hosts: a target with an authority names the same host',
    file: 'packages/server-kit/src/hosts/host-rule.ts',
    from: 'return authority !== undefined && hostName(authority) === name',
    to: 'return authority !== undefined',
    test: node(HOSTS, 'a target with an authority must name the same host'),
  },
  {
    rule: 'hosts: the upgrade of the live channel obeys them',
    file: 'packages/server-kit/src/live/live-server.ts',
    from: 'if (!isKnownHost(request)) return',
    to: 'if (isKnownHost === undefined) return',
    test: node(HOSTS, 'opens under known names only'),
  },
  {
    rule: 'audit: what the chain has and the search lost is named',
    file: 'features/audit/server/search/check-search-rows.ts',
    from: "for (const seq of expected.keys()) note(seq, 'search_missing')",
    to: "for (const seq of expected.keys()) if (seq < 0) note(seq, 'search_missing')",
    test: node(SEARCH, '[T25] every alteration of a search row is named with its row'),
  },
  {
    rule: 'audit: what the search has and the chain has not is named',
    file: 'features/audit/server/search/check-search-rows.ts',
    from: "if (wanted === undefined) note(found.seq, 'search_unexpected')",
    to: 'if (wanted === undefined) continue',
    test: node(SEARCH, '[T25] search rows the chain has not are named'),
  },
  {
    rule: 'audit: a search row that says something else is named',
    file: 'features/audit/server/search/check-search-rows.ts',
    from: 'SEARCH_COLUMNS.every((column) => left[column] === right[column])',
    to: 'SEARCH_COLUMNS.some((column) => left[column] === right[column])',
    test: node(SEARCH, '[T25] every alteration of a search row is named with its row'),
  },
]
