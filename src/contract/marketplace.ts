/** The marketplace as emails name it: its name, and the address that their links lead to. */
export type Marketplace = { name: string; origin: string };
