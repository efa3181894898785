// The words of which the most common passwords consist, in lower case and without what is added to them: digits, signs, disguises and
// repetitions, which password-rule.ts sees through. Shorter than the minimum too, because "Password2024!" is one of them.

const words = `
000000 111111 111222 112233 121212 123 123123 123321 1234 12345 123qwe 147258 147258369 159357 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1qaz2wsx 271828 314159 31415926 321321 666666 696969 741852963 7777777 888888 987654321 999999 a1b2c3 a1b2c3d4 a1s2d3f4 aaa abc
abc123 abcd abcd1234 abcdef abracadabra access accessdenied account acdc acmilan admin administration administrator admins alejandra
alejandro alessandro alexander alexandra alexandria alice aliceinwonderland always amanda amazon america american amor amore amormio andrea
andrew android angel angelina angels anthony antonia antonio anyone anything apple apples april argentina arsenal asd123 asdf asdfasdf
asdfgh asdfghjkl ashley asshole audi august australia austria autumn avengers azerty azertyuiop babies baby babyangel babyboy babydoll
babygirl badboy badgirl bailey banana bananas bandit barbara barbie barcelona bartsimpson baseball basketball batman bayern bayernmunich
bear beatles beijing benfica benjamin berlin besiktas bestfriend bestfriends beyonce bieber bigboy bigdick birthday bitch bitches biteme
black blackberry blackjack blaster blessed blessing blink182 blue blueberry bmw bobmarley bocajuniors bond007 bonjour borussia boston boxing
boyfriend boys brasil brazil breakingbad broncos brother budweiser bulls bullshit business buster butterflies butterfly california
callofduty camaro canada candy captainamerica carlos carolina carpediem catherine cats celtics champion champions changeit changeme
charizard charles charlie charlotte cheese cheetah chelsea chelseafc cherry chevrolet chevy chicago chicagobulls china chocolate chouchou
christ christian christina christine christmas christopher church ciaociao cinderella cisco cloud cocacola coffee coldplay college colombia
company computer computers contrasena contraseña cookie cookies corinthians corona correcthorse1 correcthorsebatterystaple corvette
counterstrike cowboy cowboys cowgirl cristianoronaldo crystal cupcake dad daddy dallas dallascowboys dancer dancing daniel daniela
darthvader database datacenter death debian december default defaultpassword demo demodemo demon denver deutschland developer devil diablo
diamond diamonds docker doctor doctorwho dodge doggie doggy dogs dollars donald donaldduck donotforget dontforget dortmund doudou dragon
dragonball dragonballz dragonfly dragons drummer ducati eagle eagles earth eduardo elite elizabeth elvis eminem emma engineer england
enterprise espana everything evil example examples facebook faith falcon falcons family familyguy father fcbarcelona february fenerbahce
fernando ferrari fire firefighter firefire fireman first firstlast fishing flamengo florian florida flower flowers football footballs forest
forever foreverandever foreverlove forgetme fortnite fourwordsalluppercase france francesca francesco francisco freedom friday friend
friends friendship fucker fuckme fuckoff fuckyou fussball futbol gabriel gabriela galatasaray galaxy gameofthrones gameover gamer gaming
gandalf garden garfield geheim geheimnis george germany ginger giovanni girlfriend girls gizmo godbless godisgood godislove godofwar goku
gold golden golfer golfing goodboy goodbye goodgirl goodluck goodmorning goodnight google grace graduate green greenday greengreen guest
guests guitar guitars hacked hacker hackers hakunamatata hallo hallohallo halloween hamburg hannah happiness happy happybirthday happyday
happynewyear harley harleydavidson harry harrypotter haslo hawk heaven heavymetal heineken hejhej hell hello hellohello hellokitty
hellothere helloworld helpdesk henry highschool hiphop hockey hogwarts holiday holidays homer honda honey honeybee honeybunny hope horse
horses hotdog hottie houston hunter hunters hunting hurricane iamgod iamthebest iamtheone ichliebedich idontcare idontknow ihatepasswords
ihateyou ilovegod ilovejesus ilovemom ilovemydad ilovemyfamily ilovemylife ilovemymom ilovemyself iloveu iloveyou india indian instagram
intermilan internet iphone ironman isabella isabelle italia italy jackson jaguar jamesbond january japan jedi jennifer jessica jesus
jesuschrist jesusislord jetaime johannes jonathan jordan jordan23 joseph joshua juan juergen juliette july june juniper justice justin
justinbieber juventus katherine kawasaki killer killers king kings kissme kissmyass kitten kittens kitty knight knights kobebryant korea
kubernetes lakers lasvegas laughter lawyer lebronjames ledzeppelin leethacker lemon leopard letmein letmeinagain letmeinnow letmeinplease
liberty liebe lightning linkedin linkinpark linux lion lionelmessi lions lisboa livelaughlove liverpool liverpoolfc login logmein logon
london lordoftherings loremipsum losangeles losenord loulou love loveforever lovelove loveme lover lovers loveyou lucifer lucky luckyday
luckyone lukeskywalker madrid maggie manager managers manchester manchestercity manchesterunited manutd march maria mariana mario martina
master mastermaster masters matrix matthew matthias maximilian melissa mercedes merrychristmas messi metal metallica mexico miami michael
michaeljackson michaeljordan michelle mickey mickeymouse micorazon microsoft middleearth midnight miguel milano millionaire minecraft
minhasenha minnie mivida molly mom mommy monday money moneymoney monkey monkeybusiness monkeys moon moonlight moscow moskva motdepasse
mother motherfucker motorcycle mountain mountains mumbai munich music musica mustang mybaby myfamily mylife mylove mypassword mypasswordis
mysecret myself myspace myspace1 mysql naruto nascar natalie natasha network networks neverforget nevergiveup nevermind newpassword newyear
newyork newyorkcity neymar nicholas nicole ninja ninjas nintendo nirvana nissan nobody nokia nopassword nothing november number1 numberone
nurse ocean october office oldpassword oliver olivia onedirection opensesame openstack operator operators oracle orange oreo owner packers
palmeiras panther panthers paris parol pass passcode passphrase passw0rd passwd password passwords passwort passwortpasswort patches
patricia patriots peace peaches peanut pedro pepper pepsi peterpan philadelphia phoenix piano pikachu pineapple pink pinkfloyd pinkpink
pirate pirates pizza planet platinum playstation pleaseletmein pokemon poland police policeman polska pony porsche portugal postgres
postgresql potato precious prince princes princesa princess princess1 private privatecloud programmer protected public pumpkin puppies puppy
purple purplerain q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx qazwsxedc queen queens quickbrownfox qwe123 qweasd qweasdzxc qwer qwerty
qwertyuiop qwertz rachel racing rackwright rackwrightadmin raiders rainbow rainbows rambo ranger rangers realmadrid rebecca red redsox
rememberme ricardo rich richard rihanna river riverplate robert roberto robinhood roblox rockandroll rocknroll rockstar rocky rollingstones
roma ronaldo root rootroot rose roses runner running russia rusty samantha sample samsung samurai sanfrancisco sasuke satan saturday schalke
schatz schatzi school scooby scoobydoo scooter seattle sebastian secret secretpassword secrets secure security senha senhasenha seoul
september server servers service services sexy sexybitch sexygirl shadow shadows shakira shanghai sherlock sherlockholmes shooter signin
silver simpsons singer sister skateboard skywalker slipknot smile smiles smokey sniper snoopy snowball snowboard snowflake snowwhite soccer
softball soldier soleil somebody someone something sommer sonne sonnenschein sophia sophie southpark spain sparky spiderman spongebob
sporting spring springtime star starcraft starlight stars starshine startrek starwars steelers steelersfan stefan stephanie storm strawberry
student students suckmydick sugar summer summertime sun sunday sunflower sunshine superadmin supercalifragilisticexpialidocious superman
supermario supersecret superuser support surfing suzuki sweetheart sweetie sweety swimming switzerland sydney sysadmin system systems
taylorswift teacher teamo teamomucho teddybear temporal temporary temppass tennis tequiero terminator test test123 tester testing
testpassword tests texas thebeatles thepassword thequickbrownfox thisisapassword thisismypassword thomas thorsten thunder thunderbolt
thursday tiamo tiger tigers tigger tinkerbell tokyo tomato toor topsecret tornado toronto tottenham toyota treasure trinity trust trustno1
trustnoone tuesday tupac twitter ubuntu unicorn universe university unknown user username users vacation vanessa veronica victoria victory
vienna viking vikings vmware vodka volkswagen volleyball wachtwoord walkingdead warandpeace warcraft warrior warriors warszawa washington
webmaster website wednesday weekend welcome welcomeback welkom whatever whatisthis whiskey white whoami whoareyou william windows winner
winners winnie winniethepooh winter winteriscoming wolf wolfpack wolves wonderwoman worldofwarcraft wrestling xbox xbox360 xyz yamaha
yankees yellow yoda yourpassword youtube zaq12wsx zaq1xsw2 zaq1zaq1 zaqwsx zelda zurich zxc123 zxcvbn zxcvbnm
`

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
