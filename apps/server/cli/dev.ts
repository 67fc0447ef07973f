// The console as `npm run dev` watches it; pages come from Vite, so none are built here.
import { main } from '../main.ts'

await main()
