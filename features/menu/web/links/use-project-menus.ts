import { useCall, useFeatures, useScope } from '@qd/web-kit'
import { menuList, projectAddress, withPages } from '../../contract/index.ts'

/** A project with the addresses of its entries, as the menu shows them (S2.19). */
export interface ProjectMenu {
  id: string
  name: string
  entries: readonly { label: string; address: string }[]
}

/** Projects of the game in view, as far as their entries have a page here (S2.31). */
export function useProjectMenus(): ProjectMenu[] {
  const features = useFeatures()
  const game = useScope((state) => state.game)
  const pid = useScope((state) => state.partnerCode)
  const { data } = useCall(menuList, game === '' ? null : { body: { game } }, { silent: true })
  const pages = new Set(features.flatMap((feature) => feature.pages.map(({ path }) => path.split('/:')[0]!)))
  return withPages(data?.list ?? [], pages).map((project) => ({
    id: project.project_id,
    name: project.project_name,
    entries: project.children.map((child) => ({
      label: child.name,
      address: projectAddress(child, { game, pid }),
    })),
  }))
}
