import { useCall } from '@qd/web-calls'
import type { ChoiceOption } from '@qd/web-forms'
import { functionGroups } from '../../contract/index.ts'
import { queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'

/** Groups a function can be shared with, and those it is shared with already though nobody knows them any more. */
export function useGroupOptions(
  home: FunctionHome,
  chosen: readonly string[],
): {
  options: readonly ChoiceOption[]
  isLoading: boolean
} {
  const { data, isPending } = useCall(
    functionGroups,
    { query: queryOf(home), body: {} },
    {
      at: home.at,
      staleTimeMs: 60_000,
      tag: 'custom-function:share.groups',
      told: 'toast',
    },
  )
  const known = data?.list ?? []
  const gone = chosen.filter((id) => !known.some((group) => group.id === id))
  return {
    options: [
      ...known.map(({ id, name }) => ({ value: id, label: name })),
      ...(isPending ? [] : gone.map((id) => ({ value: id, label: id }))),
    ],
    isLoading: isPending,
  }
}
