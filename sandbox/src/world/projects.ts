/** A project of the console's menu, in the shape of its settings file. */
export interface WorldProject {
  project_id: string
  project_ident: string
  project_name: string
  game: string
  children: WorldProjectEntry[]
}

interface WorldProjectEntry {
  /** Empty: the title of the page, in the language of the reader. */
  name: string
  /** The page. */
  type: string
  project_ident: string
  project_id: string
}

const PROJECT = { project_id: '1', project_ident: 'lantern' }
const PAGES = ['releaseApply', 'email', 'redeemCode', 'gameProp']

/** What operators of Lantern Tide work with, of every operator of the game. */
export const PROJECTS: readonly WorldProject[] = [
  {
    ...PROJECT,
    project_name: '灯海 Lantern Tide',
    game: 'lantern',
    children: PAGES.map((type) => ({ ...PROJECT, name: '', type })),
  },
]
