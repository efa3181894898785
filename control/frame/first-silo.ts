/** The silo that every installation begins with. Its users administer the fleet. */
export const FIRST_SILO = 'recovery'
