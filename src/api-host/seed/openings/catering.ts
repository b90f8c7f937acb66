import { abuja, eventTowns, ibadan, kano, lagos, portHarcourt } from '../places.ts';
import type { SeedOpening } from '../types.ts';

export const cateringOpenings: SeedOpening[] = [
  {
    id: 118,
    company_id: 3,
    role_name: 'Executive Chef, Events',
    locations: [lagos],
    jobdescription: `<p>One Saturday in December you will send out 4,200 covers from three halls, and each guest will believe the kitchen cooked for them alone. You lead our events kitchens in Lagos: thirty-eight permanent cooks, and a menu from smallchops to whole roast ram. You report to the managing director.</p>
<h3>What you are responsible for</h3>
<ul>
<li>Menus, tastings and costings for some 260 events a year: owambe, weddings, board lunches, state dinners, burials.</li>
<li>The central kitchen in Ilupeju, and the field kitchens built on grass, on sand and once on a barge.</li>
<li>Food safety from receiving bay to buffet: HACCP for transport and holding included.</li>
<li>A food cost of 36%, and a plan for what is left over. We give to four shelters the same night.</li>
<li>The next generation: you choose and mentor the six chefs de partie.</li>
</ul>
<h3>What we are looking for</h3>
<ul>
<li>Ten years in professional kitchens, four of them leading large events or banqueting.</li>
<li>Deep knowledge of Nigerian cooking across regions, and a sound continental repertoire.</li>
<li>Calm. Generators fail, brides are late, rain comes sideways.</li>
<li>A formal qualification (City &amp; Guilds, HND in hospitality or similar), or a record that makes one unnecessary.</li>
</ul>
<h3>The offer</h3>
<p>A salary with a yearly bonus tied to food cost and guest scores, a car, family health cover, twenty-five days of leave, and January. <em>Nobody here works in the first two weeks of January.</em></p>`,
    jobstatus: 'Full time',
    requiredskill: 'Banqueting, menu development, costing, HACCP, leadership of large brigades',
    extra_skill: 'Field kitchens, protocol dinners, charcuterie and live stations',
    questions: [
      {
        id: 1031,
        question:
          'What is the largest event you have led? Give covers, staff, menu and one thing you would change.',
        required: '1',
        interview_questions_id: 530,
      },
      {
        id: 1032,
        question: 'How do you hold jollof and fried fish safely for three hours in a tent?',
        required: '1',
        interview_questions_id: 531,
      },
      {
        id: 1033,
        question: 'Which food safety certificates do you hold, and from which year?',
        required: '1',
        interview_questions_id: 510,
      },
      {
        id: 1034,
        question: 'What notice period does your present employer require?',
        required: '0',
        interview_questions_id: 525,
      },
    ],
    posted_days_ago: 5,
    closes_in_days: 40,
    employment_type: 'FULL_TIME',
    salary: { min: 12000000, max: 16000000, currency: 'NGN', unit: 'YEAR' },
  },
  {
    id: 119,
    company_id: 3,
    role_name: 'Event Operations Manager',
    locations: [abuja],
    jobdescription: `<p>You are the person with the clipboard whom nobody notices, because everything arrived on time. From our Jabi office you plan and run catered events in Abuja for ministries, embassies, banks and families. Some are for twelve guests and some for two thousand; each has one page that you wrote.</p>
<h3>What you will do</h3>
<ul>
<li>Visit each site, and draw the plan: kitchen tent, power, water, waste, service routes, rain plan.</li>
<li>Build the crew list and the load list, and check both at the gate.</li>
<li>Run the day from first truck to last, with one assistant and up to eighty stewards.</li>
<li>Settle breakages, overtime and suppliers within three working days, while people still remember.</li>
</ul>
<h3>What you need</h3>
<ul>
<li>Four years in events, banqueting or hotel operations.</li>
<li>A driver’s licence, good shoes and a good memory for names.</li>
<li>Spreadsheets you would be happy to hand to a stranger.</li>
<li>Experience of security clearance and protocol at government venues.</li>
</ul>
<p>Most weeks run from Wednesday to Sunday. For each Sunday worked you take the next Monday and half of Tuesday. Transport, phone and health cover are included, and lodging when an event takes you out of town.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Event planning, crew scheduling, supplier management, budgeting',
    extra_skill: 'Protocol, site drawing, first aid at work',
    questions: [
      {
        id: 1035,
        question:
          'An hour before service the main generator fails. What are your first three actions?',
        required: '1',
        interview_questions_id: 532,
      },
      {
        id: 1036,
        question: 'Do you hold a valid driver’s licence?',
        required: '1',
        interview_questions_id: 533,
      },
    ],
    posted_days_ago: 14,
    closes_in_days: 15,
    employment_type: 'FULL_TIME',
    salary: { min: 400000, max: 520000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 120,
    company_id: 3,
    role_name: 'Smallchops Cook',
    locations: [lagos, abuja],
    jobdescription: `<p>Puff-puff that is still soft in the second hour, samosas with corners, spring rolls that do not drip: guests meet the smallchops first, and decide about everything else. You lead the fry station for up to nine hundred boxes a day. Three cooks and two packers work with you.</p>
<h3>The work</h3>
<ul>
<li>Mix and ferment puff-puff batter to the clock, and to the heat of the day.</li>
<li>Roll, fill and fold samosas and spring rolls. A steady pair makes 220 an hour; we will show you how.</li>
<li>Fry, drain, season and box, with oil tested twice a shift and changed before it turns.</li>
<li>Grill peppered gizzard, chicken wings and asun skewers for the live table.</li>
</ul>
<h3>We ask for</h3>
<ul>
<li>One year of fry-station or smallchops experience, at home or in a kitchen. Bring a box to the interview.</li>
<li>Respect for hot oil. You have never once left it alone.</li>
<li>Saturdays. Nearly all of them.</li>
</ul>
<p>Tuesday to Saturday, 05:00 to 14:00. Overtime is paid at time and a half, and a car takes you home after any shift that ends past 21:00.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Deep frying, batters and doughs, folding and filling, food hygiene',
    extra_skill: 'Grilling, box presentation',
    questions: [
      {
        id: 1037,
        question: 'Can you work on most Saturdays of the year?',
        required: '1',
        interview_questions_id: 534,
      },
      {
        id: 1038,
        question: 'How do you know that frying oil must be changed?',
        required: '0',
        interview_questions_id: 535,
      },
    ],
    posted_days_ago: 3,
    closes_in_days: 17,
    employment_type: 'FULL_TIME',
    salary: { min: 115000, max: 145000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 121,
    company_id: 3,
    role_name: 'Event Steward (Casual Register)',
    locations: eventTowns,
    jobdescription: `<p>Choose the days you want to work, anywhere in the country. We keep a register of event stewards in forty towns, call the ones who are free, and pay by transfer before midnight on the same day. Some stewards work two days a month and some twenty; both are welcome, and both are trained.</p>
<h3>What a day is like</h3>
<p>You arrive three hours before the guests, in black trousers and plain black shoes; we supply the rest. After a briefing you have one section and one job: welcome, drinks, buffet, plated service or clearing. You eat before service begins. Most days last nine hours.</p>
<h3>What we expect</h3>
<ul>
<li>You are 18 or older, and you come when you said you would.</li>
<li>You can carry three plates, or are willing to be taught on the first morning.</li>
<li>You are kind to children, patient with uncles, and discreet about everything you hear.</li>
</ul>
<h3>How the register works</h3>
<ol>
<li>Apply here, and name the town nearest to you.</li>
<li>Come to a paid half-day of training and a food handler’s medical test, which we arrange.</li>
<li>Receive offers by text message. Accept or decline: declining never counts against you.</li>
</ol>
<p>After twenty events you may become a section captain, with a higher rate. Every year about thirty stewards take up permanent posts in one of our houses.</p>`,
    jobstatus: 'Casual',
    requiredskill: 'Punctuality, table service, courtesy',
    extra_skill: 'Drinks service, a second Nigerian language, experience at owambe or weddings',
    questions: [
      {
        id: 1039,
        question: 'Which town do you live in or near?',
        required: '1',
        interview_questions_id: 536,
      },
      {
        id: 1040,
        question: 'On which days of the week are you usually free?',
        required: '1',
        interview_questions_id: 537,
      },
      {
        id: 1041,
        question: 'Have you served at events before? Tell us about one.',
        required: '0',
        interview_questions_id: 538,
      },
    ],
    posted_days_ago: 20,
    closes_in_days: null,
    employment_type: 'TEMPORARY',
    salary: { min: 10000, max: 15000, currency: 'NGN', unit: 'DAY' },
  },
  {
    id: 122,
    company_id: 3,
    role_name:
      'Senior Assistant Catering Operations and Guest Experience Coordinator, Industrial, Marine and Offshore Camps (Rotational, Four Weeks On and Four Weeks Off)',
    locations: [portHarcourt],
    jobdescription: `<p>A hundred and forty people on a platform eat four times a day, and dinner is the best news they get. For four weeks at a time you look after their kitchen, their mess room and their spirits; then you go home for four weeks on full pay. Safety training is ours to pay for.</p>
<h3>On rotation</h3>
<ul>
<li>Supervise eleven catering crew across two shifts, with a camp boss above you and a chef at your side.</li>
<li>Plan the 28-day menu against stores, supply boats and the weather.</li>
<li>Hold the daily hygiene round, the cold-store log and the potable water checks.</li>
<li>Listen. Birthdays, fasts, allergies and a bad week at home all reach the kitchen sooner or later.</li>
</ul>
<h3>Before you can travel</h3>
<table>
<thead><tr><th>Certificate</th><th>Who arranges it</th><th>Valid for</th></tr></thead>
<tbody>
<tr><td>Offshore medical</td><td>We do, and we pay</td><td>2 years</td></tr>
<tr><td>BOSIET or T-BOSIET</td><td>We do, and we pay</td><td>4 years</td></tr>
<tr><td>Food safety, level 3</td><td>You, before applying</td><td>3 years</td></tr>
</tbody>
</table>
<h3>Experience</h3>
<p>Five years in remote-site, marine or hospital catering, two of them as a supervisor. You can swim, or will learn with us before your first trip. Travel from Port Harcourt to the heliport, meals and accommodation are covered.</p>`,
    jobstatus: 'Full time, rotational',
    requiredskill:
      'Camp catering, supervision, food safety level 3, stores planning, written reports',
    extra_skill: 'BOSIET, crew welfare, cold-chain management',
    questions: [
      {
        id: 1042,
        question: 'Which camps, vessels or platforms have you worked on, and for how long?',
        required: '1',
        interview_questions_id: 539,
      },
      {
        id: 1043,
        question: 'Do you hold a valid offshore medical or BOSIET? Give the date of expiry.',
        required: '0',
        interview_questions_id: 540,
      },
      {
        id: 1044,
        question: 'Are you willing to work four weeks on and four weeks off?',
        required: '1',
        interview_questions_id: 541,
      },
    ],
    posted_days_ago: 18,
    closes_in_days: 27,
    employment_type: 'FULL_TIME',
    salary: { min: 450000, max: 600000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 123,
    company_id: 3,
    role_name: 'School Meals Supervisor',
    locations: [kano, abuja],
    jobdescription: `<p>Two thousand children eat one good meal a day because somebody counted, cooked, tasted and carried it properly. We supply six schools in Kano and four in Abuja, and need a supervisor in each city for the school year. You will know many of the children by name, and all of their allergies.</p>
<h3>You will</h3>
<ul>
<li>open the kitchen at 05:00 and see the first vehicle leave by 09:30;</li>
<li>follow a menu set by our nutritionist: beans and plantain, jollof with fish, tuwo with miyan taushe, moin-moin and pap;</li>
<li>take and keep a sample of every dish for 72 hours;</li>
<li>know which children may not have groundnut, egg or fish, and see that their bowls are marked;</li>
<li>sit down with children once a week and ask what they left, and why.</li>
</ul>
<h3>Qualifications</h3>
<ul>
<li>National Diploma, HND or degree in nutrition, hospitality or home economics.</li>
<li>Two years of supervising a kitchen for a school, hospital or canteen.</li>
<li>Two referees, and a police clearance certificate. This post works near children, and we check both.</li>
</ul>
<p>The contract runs for one school year, ten months, with paid holidays between terms. Four in five supervisors renew.</p>`,
    jobstatus: 'Contract',
    requiredskill: 'Kitchen supervision, nutrition, allergen control, record keeping',
    extra_skill: 'Spoken Hausa, safeguarding training',
    questions: [
      {
        id: 1045,
        question: 'Which city do you wish to work in: Kano or Abuja?',
        required: '1',
        interview_questions_id: 542,
      },
      {
        id: 1046,
        question: 'How would you make sure that a child with a groundnut allergy is safe at lunch?',
        required: '1',
        interview_questions_id: 543,
      },
    ],
    posted_days_ago: 16,
    closes_in_days: 11,
    employment_type: 'CONTRACTOR',
    salary: { min: 170000, max: 210000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 124,
    company_id: 3,
    role_name: 'Wedding and Owambe Sales Executive',
    locations: [lagos, ibadan],
    jobdescription: `<p>People remember two things about a party: the music and the food. You help families choose the second, from the first phone call to the last plate, and you never promise what the kitchen cannot cook. Most weeks bring four new families, one tasting and a party you will be invited to.</p>
<h3>The work</h3>
<ul>
<li>Answer enquiries within two working hours, and visit the family within the week.</li>
<li>Host tastings on Thursdays with the chef: two menus, honest prices, no surprises.</li>
<li>Write the proposal, the contract and the running order. Hand over to operations in person.</li>
<li>Call the family the Tuesday after. More than half of our bookings come from a guest at the last party.</li>
</ul>
<h3>What suits the post</h3>
<ul>
<li>Two years of selling something people care about: events, interiors, travel, property, schools.</li>
<li>Good written English, easy spoken Yoruba, and a real interest in food.</li>
<li>Arithmetic without fear: 350 guests, two proteins, service charge, VAT.</li>
</ul>
<p>Basic pay plus commission of 2% on collected sales, with no ceiling. A typical second-year colleague doubles the basic. Tuesday to Saturday, with the occasional Sunday.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Consultative selling, proposals, customer relations, basic costing',
    extra_skill: 'Spoken Yoruba, CRM software, event styling',
    questions: [
      {
        id: 1047,
        question: 'A family has a budget of ₦4 million for 500 guests. What do you suggest?',
        required: '1',
        interview_questions_id: 544,
      },
      {
        id: 1048,
        question: 'What sales target did you have last year, and what did you reach?',
        required: '0',
        interview_questions_id: 545,
      },
    ],
    posted_days_ago: 6,
    closes_in_days: 23,
    employment_type: 'FULL_TIME',
    salary: { min: 150000, max: 180000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 125,
    company_id: 3,
    role_name: 'Equipment Storekeeper',
    locations: [abuja, kano],
    jobdescription: `<p>Eleven thousand plates, six hundred chafing dishes and four field ovens go out clean and must come home counted. You keep the store that makes every event possible, and you know where everything is tonight. Two assistants and a dishwashing team of six work with you.</p>
<h3>Day by day</h3>
<ul>
<li>Issue equipment against the load list and receive it against the same list, with a photograph of each crate.</li>
<li>Wash, dry, polish, repair, retire. Nothing chipped goes on a table.</li>
<li>Count one shelf a day, so that the yearly stocktake holds no surprises.</li>
<li>Order gas, fuel, linen, foil and disposables before they run low.</li>
</ul>
<h3>What we ask</h3>
<ul>
<li>SSCE or National Diploma, and two years in a store, warehouse or equipment-hire yard.</li>
<li>A tidy mind and a strong back. Trolleys and a forklift do the rest: we train and certify you on both.</li>
<li>Comfort with a stock app on a phone.</li>
</ul>
<p>08:00 to 17:00, Tuesday to Saturday, and a rota for late returns, paid at time and a half.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Stock control, receiving and issuing, careful handling',
    extra_skill: 'Forklift licence, linen care, simple repairs',
    questions: [],
    posted_days_ago: 21,
    closes_in_days: 9,
    employment_type: 'FULL_TIME',
    salary: { min: 120000, max: 145000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 126,
    company_id: 3,
    role_name: 'Accounts Payable Officer',
    locations: [lagos],
    jobdescription: `<p>Small farmers and market women supply our kitchens, and each is paid within seven days because you make it happen. You handle about 900 supplier invoices a month for the catering house, from our Ilupeju office. You join a team of five that goes home on time, month-end included.</p>
<h3>Your tasks</h3>
<ul>
<li>Match orders, deliveries and invoices, and clear differences with the storekeeper the same day.</li>
<li>Prepare two payment runs a week, with withholding tax and VAT correctly applied.</li>
<li>Reconcile supplier statements monthly, and answer every “where is my money?” with a date.</li>
<li>Support the month-end close, which takes us four working days. We aim for three.</li>
</ul>
<h3>Your profile</h3>
<ul>
<li>B.Sc or HND in accounting, with a start made on ICAN or ACCA.</li>
<li>Two years in accounts payable, ideally in food, hotels or retail.</li>
<li>Good spreadsheets: look-ups, pivots, and formulas that the next person can follow.</li>
</ul>
<p>Monday to Friday, 08:30 to 17:00, one day a week from home. We pay ICAN or ACCA fees and give paid leave for examinations. Questions before you apply? Write to <a href="mailto:careers@tamarindfoods.example">careers@tamarindfoods.example</a>.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Accounts payable, reconciliation, withholding tax and VAT, spreadsheets',
    extra_skill: 'Accounting software, ICAN or ACCA papers',
    questions: [
      {
        id: 1049,
        question: 'Which ICAN or ACCA papers have you passed?',
        required: '0',
        interview_questions_id: 546,
      },
      {
        id: 1050,
        question:
          'A supplier has been paid twice. How do you find out, and how do you put it right?',
        required: '1',
        interview_questions_id: 547,
      },
    ],
    posted_days_ago: 9,
    closes_in_days: 20,
    employment_type: 'FULL_TIME',
    salary: { min: 200000, max: 260000, currency: 'NGN', unit: 'MONTH' },
  },
];
