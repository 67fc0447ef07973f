import type { Level } from '@qd/contract-kit'
import { useCall, useScope } from '@qd/web-calls'
import { useFeatures } from '@qd/web-frame'
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

/** Projects of the game and operator in view, as far as their entries have a page here (S2.31). */
export function useProjectMenus(): ProjectMenu[] {
  const features = useFeatures()
  const game = useScope((state) => state.game)
  const pid = useScope((state) => state.partnerCode)
  const { data } = useCall(menuList, game === '' ? null : { body: { game } }, {
    tag: 'menu:editor.part.projects',
    told: 'once',
  })
  const pages = new Set(features.flatMap((feature) => feature.pages.map(({ path }) => path.split('/:')[0]!)))
  const isHere = ({ partnerCode = '' }: MenuProject) =>
    partnerCode === '' || pid === '' || partnerCode === pid
  return withPages((data?.list ?? []).filter(isHere), pages).map((project) => ({
    id: project.project_id,
    name: project.project_name,
    entries: project.children.map((child) => ({
      label: child.name,
      address: projectAddress(child, { game, pid }),
      level: ENTRY_LEVEL,
    })),
  }))
}
