import type { Level } from '@qd/contract-kit'
import { textByKey, useSession, useTexts, userReaches } from '@qd/web-base'
import { useCall, useScope } from '@qd/web-calls'
import { useFeatures } from '@qd/web-frame'
import type { PageSpec } from '@qd/web-frame'
import { menuList, projectAddress, withPages } from '../../contract/index.ts'
import type { MenuProject } from '../../contract/index.ts'

/** A project with the addresses of its entries, as the menu shows them (S2.19). */
export interface ProjectMenu {
  id: string
  name: string
  entries: readonly { label: string; address: string; level: Level }[]
}

/** The address names the operator. */
const ENTRY_LEVEL: Level = 1

/** Pages by the first part of their path, with their titles: those the user may open somewhere in the game. */
function usePages(game: string): ReadonlyMap<string, string> {
  const features = useFeatures()
  const user = useSession((state) => state.userInfo)
  // Titles follow the language, which this subscribes to.
  useTexts('menu')
  const place = { game: game === '' ? undefined : game }
  const mayOpen = ({ permission }: PageSpec) =>
    permission === undefined || userReaches(user, permission, place)
  return new Map(
    features.flatMap(({ name, pages }) =>
      pages
        .filter(mayOpen)
        .map((page) => [page.path.split('/:')[0]!, textByKey(name, page.titleKey)] as const),
    ),
  )
}

/**
 * Projects of the game and operator in view, as far as their entries have a page here (S2.31). An entry without a name
 * has that of its page.
 */
export function useProjectMenus(): ProjectMenu[] {
  const game = useScope((state) => state.game)
  const pid = useScope((state) => state.partnerCode)
  const { data } = useCall(menuList, game === '' ? null : { body: { game } }, {
    tag: 'menu:editor.part.projects',
    told: 'once',
  })
  const pages = usePages(game)
  const isHere = ({ partnerCode = '' }: MenuProject) =>
    partnerCode === '' || pid === '' || partnerCode === pid
  return withPages((data?.list ?? []).filter(isHere), new Set(pages.keys())).map((project) => ({
    id: project.project_id,
    name: project.project_name,
    entries: project.children.map((child) => ({
      label: child.name === '' ? (pages.get(child.type) ?? '') : child.name,
      address: projectAddress(child, { game, pid }),
      level: ENTRY_LEVEL,
    })),
  }))
}
