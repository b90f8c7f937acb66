import { abuja, ibadan, kano, lagos, portHarcourt } from '../places.ts';
import type { SeedOpening } from '../types.ts';

export const bukaOpenings: SeedOpening[] = [
  {
    id: 110,
    company_id: 2,
    role_name: 'Head Cook, Soups and Swallow',
    locations: [lagos],
    jobdescription: `<p>Egusi, efo riro, ogbono, banga and a proper ofe onugbu, ready by noon and still right at four: that is the standard in Surulere, and we are looking for the cook who will hold it for three hundred plates a day. You lead five cooks, and answer only to the taste of the pot.</p>
<h3>What you will do</h3>
<ul>
<li>Cook the day’s seven soups with a team of five, and taste every pot before it goes to the line.</li>
<li>Plan quantities with the market buyer each evening, so that the last pot is scraped and not thrown away.</li>
<li>Keep pounded yam pounded. Ours is made with a mortar at lunch and by machine only after 16:00.</li>
<li>Teach. Two of our branch managers began by washing vegetables in this kitchen.</li>
</ul>
<h3>What you bring</h3>
<ul>
<li>Five years of cooking Nigerian soups for the public, in at least two regional traditions.</li>
<li>Command of palm oil, smoked fish, ogiri and iru: how much, and when to stop.</li>
<li>A clean station, all day, including the floor under it.</li>
</ul>
<p>Hours are 06:30 to 15:30 with an hour’s break, Monday to Saturday. We close on Sunday. You get health cover, pension, two meals a day and a yearly profit share with the kitchen: last year it came to <strong>five weeks’ pay</strong>.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Nigerian soups, volume cooking, portion control, kitchen leadership',
    extra_skill: 'Spoken Igbo or Yoruba, menu costing',
    questions: [
      {
        id: 1020,
        question:
          'Which soup would you cook for us on a trial day, and what would you buy for fifty plates?',
        required: '1',
        interview_questions_id: 519,
      },
      {
        id: 1021,
        question: 'How do you keep draw soup in good condition through a four-hour service?',
        required: '0',
        interview_questions_id: 520,
      },
    ],
    posted_days_ago: 4,
    closes_in_days: 24,
    employment_type: 'FULL_TIME',
    salary: { min: 230000, max: 300000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 111,
    company_id: 2,
    role_name: 'Jollof and Rice Cook',
    locations: [abuja],
    jobdescription: `<p>The bottom of the pot is the best part, and people in Garki queue for it. We need a cook who can bring forty kilos of smoky jollof to the line at 12:00 sharp, with the grains whole and the bottom just short of burnt.</p>
<p>Rice is your section: party jollof, fried rice, coconut rice, white rice, and ofada with ayamase on Fridays. You work with one assistant, over gas on weekdays and over firewood in the yard at weekends.</p>
<h3>You will</h3>
<ul>
<li>fry the pepper base until the oil rises, every time, even when you are late;</li>
<li>parboil, wash, steam and finish rice in batches timed to the queue;</li>
<li>cool and store what is left by the rules: shallow trays, ninety minutes, labelled;</li>
<li>keep count of rice, oil, tomato and gas, and tell the manager before something runs out.</li>
</ul>
<h3>You have</h3>
<ul>
<li>two years of cooking rice in quantity, at a buka, a canteen or a caterer;</li>
<li>strong arms, good timing and a palate you trust.</li>
</ul>
<p>Five days in seven, 07:00 to 16:00. Weekend shifts earn time and a half.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Volume rice cooking, firewood and gas cooking, safe cooling',
    extra_skill: 'Ofada and ayamase, menu planning',
    questions: [
      {
        id: 1022,
        question:
          'How do you keep forty kilos of rice from turning soft at the bottom and raw at the top?',
        required: '1',
        interview_questions_id: 521,
      },
      {
        id: 1023,
        question: 'Can you work on Saturdays and Sundays?',
        required: '1',
        interview_questions_id: 522,
      },
    ],
    posted_days_ago: 7,
    closes_in_days: 16,
    employment_type: 'FULL_TIME',
    salary: { min: 130000, max: 160000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 112,
    company_id: 2,
    role_name: 'Amala, Ewedu and Gbegiri Cook',
    locations: [ibadan],
    jobdescription: `<p>Ibadan will not forgive a lump in its amala. You turn yam flour for a dining room that has strong opinions, alongside ewedu drawn with the broom, gbegiri sieved twice, and the pepper stew that ties the plate together. The dining room opens at eight and has regulars by nine.</p>
<h3>Your day</h3>
<ul>
<li>06:00: beans on for gbegiri, ewedu picked and washed.</li>
<li>08:00: first amala of the day, then a fresh pot every twenty minutes until closing. We do not hold it in coolers.</li>
<li>11:30 to 14:30: service, at the pot, in front of the customers.</li>
<li>15:00: clean down and hand over.</li>
</ul>
<h3>What matters to us</h3>
<ul>
<li>You have cooked amala for the public for two years or more.</li>
<li>You can turn a twenty-litre pot, safely and with a smile for whoever is watching.</li>
<li>You know good elubo from tired elubo by its smell, and you refuse the second.</li>
</ul>
<p>One rest day a week, plus every second Sunday. Meals, uniform, laundry and health cover are provided, and we help with the cost of moving if you come from outside Ibadan.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Amala, ewedu and gbegiri, cooking in view of customers, hygiene',
    extra_skill: 'Assorted meat and ponmo, spoken Yoruba',
    questions: [],
    posted_days_ago: 10,
    closes_in_days: null,
    employment_type: 'FULL_TIME',
    salary: { min: 120000, max: 150000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 113,
    company_id: 2,
    role_name: 'Buka Manager',
    locations: [portHarcourt],
    jobdescription: `<p>Our first buka in Port Harcourt is about to be built in Trans Amadi: ninety seats, twenty-two staff, and a menu that starts with native soup and fisherman’s soup. You will hire the team, choose the suppliers and open the doors. We will stand beside you, not over you.</p>
<h3>In the first ninety days</h3>
<ol>
<li>Six weeks beside the manager in Surulere, learning how we cost, cook and count.</li>
<li>Recruitment of the kitchen and the floor, with our people team at your side.</li>
<li>Two weeks of trial lunches at half price, and a menu settled by what came back on the plates.</li>
<li>Opening.</li>
</ol>
<h3>After that</h3>
<ul>
<li>A daily target you helped to set, and a weekly profit and loss account you can explain.</li>
<li>Food cost at 38%, waste below 3%, a hygiene score above 90, and a kitchen people stay in.</li>
<li>Complaints answered the same day, by you.</li>
</ul>
<h3>Who we hope to meet</h3>
<p>You have managed a restaurant, canteen or quick-service branch for at least three years, with its payroll, stock and cash. You know Port Harcourt: its markets, its appetite, its Sunday traffic. A degree or HND in any subject is useful. Judgement is essential.</p>
<p>The post carries a quarterly bonus of up to one month’s pay, health cover for your family, and a data and transport allowance.</p>`,
    jobstatus: 'Full time',
    requiredskill:
      'Restaurant management, recruitment, profit and loss, stock control, food safety',
    extra_skill: 'Opening a new branch, local supplier network, point-of-sale reporting',
    questions: [
      {
        id: 1024,
        question: 'What were the sales, food cost and team size of the last branch you managed?',
        required: '1',
        interview_questions_id: 523,
      },
      {
        id: 1025,
        question: 'Name three dishes that a Port Harcourt buka must do well, and say why.',
        required: '1',
        interview_questions_id: 524,
      },
      {
        id: 1026,
        question: 'What notice period does your present employer require?',
        required: '0',
        interview_questions_id: 525,
      },
    ],
    posted_days_ago: 11,
    closes_in_days: 19,
    employment_type: 'FULL_TIME',
    salary: { min: 380000, max: 480000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 114,
    company_id: 2,
    role_name: 'Till and Serving-Line Attendant',
    locations: [lagos, ibadan, abuja],
    jobdescription: `<p>A queue of thirty people, each with ten minutes left of lunch, and you move it along without hurrying anyone. That is the whole art of the serving line, and we will teach you the rest.</p>
<p>This is a part-time post of <strong>25 hours a week</strong>, 10:30 to 15:30 on five days of your choice. It suits students, parents and people with a second trade.</p>
<h3>What you do</h3>
<ul>
<li>Portion soups, swallow, rice and protein with the measured spoons, the same for a stranger as for a friend.</li>
<li>Take cash, card and transfer, confirm every alert, and balance the till at the end.</li>
<li>Answer what is in a dish. If a guest asks about groundnut, crayfish or stock cubes, you know or you ask.</li>
<li>Wipe, restack, refill.</li>
</ul>
<h3>What we look for</h3>
<ul>
<li>SSCE with passes in English and Mathematics.</li>
<li>A friendly voice that carries.</li>
<li>Honest hands.</li>
</ul>
<p>Lunch is on us, and so is the food handler’s medical test every six months.</p>`,
    jobstatus: 'Part time',
    requiredskill: 'Customer service, cash and POS handling, mental arithmetic',
    extra_skill: 'A second Nigerian language, allergen awareness',
    questions: [
      {
        id: 1027,
        question: 'Which five days of the week would suit you best?',
        required: '1',
        interview_questions_id: 526,
      },
      {
        id: 1028,
        question: 'A customer says the transfer has gone, and no alert has come. What do you do?',
        required: '0',
        interview_questions_id: 527,
      },
    ],
    posted_days_ago: 2,
    closes_in_days: 22,
    employment_type: 'PART_TIME',
    salary: { min: 800, max: 950, currency: 'NGN', unit: 'HOUR' },
  },
  {
    id: 115,
    company_id: 2,
    role_name: 'Kitchen Porter',
    locations: [lagos],
    jobdescription:
      '<p>Every good plate starts with a clean pot. Keep our Surulere kitchen supplied with both, afternoons from 13:00 to 21:00. No experience needed; <strong>two hot meals</strong>, a uniform and a fair chance to move up to the stove.</p>',
    jobstatus: 'Full time',
    requiredskill: 'Cleaning, care, punctuality',
    extra_skill: 'Knife skills',
    questions: [],
    posted_days_ago: 0,
    closes_in_days: 10,
    employment_type: 'FULL_TIME',
    salary: { min: 90000, max: 100000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 116,
    company_id: 2,
    role_name: 'Market Buyer',
    locations: [lagos, ibadan],
    jobdescription: `<p>By the time the city wakes you have already walked Mile 12, pressed the tomatoes, smelt the crayfish and talked the yam seller down by a tenth. You buy fresh produce for three bukas, and their menus follow what you find, never the other way round. A driver goes with you.</p>
<h3>What the job involves</h3>
<ul>
<li>Buying at Mile 12, Oyingbo and Epe in Lagos, and at Bodija in Ibadan, four mornings a week from 04:30.</li>
<li>Building a list of farmers and co-operatives who sell to us directly. We have nine and want thirty.</li>
<li>Keeping a price book: what, where, who, how much, how good. The cooks plan from it.</li>
<li>Paying by transfer and keeping a receipt for everything, even a bunch of ugu.</li>
</ul>
<h3>You are ready for it if</h3>
<ul>
<li>you have bought food for a business for three years or more;</li>
<li>you judge pepper, palm oil, smoked fish and beans by hand, eye and nose;</li>
<li>sellers know you as someone who bargains hard and pays on time.</li>
</ul>
<h3>What comes with it</h3>
<p>A driver and a van, a phone with data, health cover, and a share of the savings you make against our budget, paid each quarter. Your day ends at 13:30.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Produce buying, negotiation, price records, supplier relations',
    extra_skill: 'Spoken Yoruba and Hausa, cold-chain basics',
    questions: [
      {
        id: 1029,
        question: 'In which markets have you bought, and what did you buy there?',
        required: '1',
        interview_questions_id: 528,
      },
      {
        id: 1030,
        question: 'How do you tell adulterated palm oil from good palm oil?',
        required: '1',
        interview_questions_id: 529,
      },
    ],
    posted_days_ago: 15,
    closes_in_days: 12,
    employment_type: 'FULL_TIME',
    salary: { min: 180000, max: 240000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 117,
    company_id: 2,
    role_name: 'Cook, Tuwo and Northern Soups',
    locations: [kano],
    jobdescription: `<p>Tuwo shinkafa without a lump in it, miyan kuka, miyan taushe, and fura da nono for the afternoon: our Kano buka on Zoo Road cooks the food of its own city, and seeks a second cook who grew up with it or has learnt it well. You will be one of six in the kitchen, with Fridays arranged around prayers.</p>
<h3>Your part</h3>
<ul>
<li>Cook two of the four daily soups and all the tuwo for lunch, about 180 plates.</li>
<li>Prepare masa from an overnight batter each morning, and a double batch on Fridays after prayers.</li>
<li>Keep the fura cold, the nono tested, and both off the menu when either is in doubt.</li>
<li>Work with a halal butcher whom we have used for six years, and check every delivery.</li>
</ul>
<h3>Your background</h3>
<ul>
<li>Two years in a restaurant, a school kitchen or a well-run family business.</li>
<li>Spoken Hausa, and enough English or Hausa in writing to keep a temperature log.</li>
</ul>
<p>Hours are 07:00 to 15:30, six days a week, with a break for prayers. During Ramadan the kitchen turns to iftar: hours move to 13:00 to 20:00, and pay rises by a quarter.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Tuwo, miyan kuka and miyan taushe, masa, dairy hygiene, spoken Hausa',
    extra_skill: 'Kunu and zobo making, iftar catering',
    questions: [],
    posted_days_ago: 13,
    closes_in_days: 17,
    employment_type: 'FULL_TIME',
    salary: { min: 110000, max: 140000, currency: 'NGN', unit: 'MONTH' },
  },
];
