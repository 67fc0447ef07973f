import { selectedPlace, useCall, useScope } from '@qd/web-kit'
import { useShallow } from 'zustand/react/shallow'
import { linkList } from '../../contract/index.ts'
import type { MenuLink } from '../../contract/index.ts'

/** The links for the game and operator in view; those of everywhere when a place is none of the user's. */
export function useLinks(place: MenuLink['place']): readonly MenuLink[] {
  const { game, operator } = useScope(useShallow(selectedPlace))
  const at = operator === undefined ? { game } : { game, partnerCode: operator }
  const { data } = useCall(
    linkList,
    { body: at },
    { tag: 'menu:links.quick', told: 'once', keepsPrevious: true },
  )
  return data?.list.filter((link) => link.place === place) ?? []
}
