import { useSession, useTexts, userReaches } from '@qd/web-base'
import { isSelectionSettled, selectedPlace, useCall, useScope } from '@qd/web-calls'
import { useFeatures } from '@qd/web-frame'
import { matchPath } from 'react-router'
import { useShallow } from 'zustand/react/shallow'
import { linkList } from '../../contract/index.ts'
import type { MenuLink } from '../../contract/index.ts'
import '../texts.ts'

const PROTOCOL_PATH = '/mock/doc'

/** The link to the description of the protocol (S2.18), as soon as a feature brings the page it leads to. */
function useProtocolLink(): MenuLink | null {
  const t = useTexts('menu')
  const features = useFeatures()
  const user = useSession((state) => state.userInfo)
  const page = features.flatMap(({ pages }) => pages).find(({ path }) => matchPath(`/${path}`, PROTOCOL_PATH))
  if (page === undefined) return null
  if (page.permission !== undefined && !userReaches(user, page.permission, {})) return null
  return {
    id: 'protocol',
    place: 'extra',
    name: t('links.protocol'),
    url: `#${PROTOCOL_PATH}`,
    target: 'page',
  }
}

/** The links for the game and operator in view; those of everywhere when a place is none of the user's. */
export function useLinks(place: MenuLink['place']): readonly MenuLink[] {
  const { game, operator } = useScope(useShallow(selectedPlace))
  const at = operator === undefined ? { game } : { game, partnerCode: operator }
  // A game that is about to be chosen would be asked about right after.
  const isChosen = useScope((state) => state.game !== '' || isSelectionSettled(state))
  const { data } = useCall(linkList, isChosen ? { body: at } : null, {
    tag: 'menu:links.quick',
    told: 'once',
    keepsPrevious: true,
  })
  const own = useProtocolLink()
  const links = data?.list.filter((link) => link.place === place) ?? []
  // The settings file may name the same page: one link to it is enough.
  return own === null || place !== own.place ? links : [own, ...links.filter(({ url }) => url !== own.url)]
}
